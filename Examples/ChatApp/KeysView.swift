#if canImport(SwiftUI) && (os(macOS) || os(iOS) || os(visionOS))
import Switchboard
import SwiftUI

/// The keys of the vendors; they go to the keychain and are never shown.
struct KeysView: View {
  let desk: Desk
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    NavigationStack {
      Form {
        ForEach(VendorKeys.all, id: \.self) { vendor in
          KeySection(desk: desk, vendor: vendor)
        }
      }
      .formStyle(.grouped)
      .navigationTitle("Keys")
      .toolbar {
        ToolbarItem(placement: .confirmationAction) { Button("Done") { dismiss() } }
      }
    }
    #if os(macOS)
    .frame(minWidth: 360, minHeight: 360)
    #endif
  }
}

/// The key of one vendor.
struct KeySection: View {
  let desk: Desk
  let vendor: VendorID
  @State private var key = ""

  private var isKept: Bool { desk.vendors.contains(vendor) }

  var body: some View {
    Section(vendor.description) {
      SecureField(isKept ? "A key is kept" : "Key", text: $key)
      Button("Keep") { keep(key) }
        .disabled(key.isEmpty)
      if isKept {
        Button("Forget", role: .destructive) { keep("") }
      }
    }
  }

  private func keep(_ text: String) {
    key = ""
    Task { await desk.setKey(text, of: vendor) }
  }
}
#endif
