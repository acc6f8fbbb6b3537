import Foundation
import Observation
import Switchboard
import SwitchboardSQLite
import SwitchboardUI

/// What the app has: its vendors, the conversations that are stored, and the one that is open.
@MainActor @Observable
final class Desk {
  /// The conversations, the one written to last first.
  private(set) var records: [ConversationRecord] = []

  /// The conversation that is open.
  private(set) var chat: ChatModel?

  /// The vendors whose keys are kept.
  private(set) var vendors: [VendorID] = []

  /// What went wrong, for people.
  private(set) var problem: String?

  /// Whether there is something to tell; it is told once.
  var hasProblem: Bool {
    get { problem != nil }
    set { if !newValue { problem = nil } }
  }

  /// Whether answers that were stopped or broke off are kept.
  private let options = Conversation.Options(keepsPartials: true)

  private let keys = VendorKeys()
  private var store: (any ConversationStore)?
  private var router: Router?

  /// The conversation that was asked for last: one that was found too late is not shown any more.
  private var wanted: ConversationID?

  /// Opens the store, reads the keys and lists the conversations.
  func open() async {
    guard store == nil else { return }
    await attempt {
      store = try await SQLiteStore(path: VendorKeys.folder + "/chats.db")
      try await connect()
      try await list()
      if chat == nil { begin() }
    }
  }

  /// Begins a new conversation; it is stored with its first turn.
  func begin() {
    guard let router, let store else { return }
    let conversation = Conversation(router: router, store: store, options: options)
    wanted = conversation.id
    show(conversation)
  }

  /// Opens a conversation that is stored; an answer that is on its way in the open one is stopped.
  func open(_ id: ConversationID) async {
    guard let router, let store else { return }
    wanted = id
    if chat?.conversation.id == id { return }
    await attempt {
      await leave()
      let conversation = try await Conversation(
        opening: id, router: router, store: store, options: options)
      guard wanted == id else { return }
      show(conversation)
      chat?.load()
    }
  }

  /// Forgets a conversation.
  func delete(_ id: ConversationID) async {
    guard let store else { return }
    await attempt {
      // A turn that ended later would find its conversation gone.
      if chat?.conversation.id == id { await leave() }
      _ = try await store.delete(id)
      if chat?.conversation.id == id { begin() }
      try await list()
    }
  }

  /// Lists the conversations again, as after a turn.
  func refresh() async { await attempt { try await list() } }

  /// Keeps the key of a vendor, or forgets it when it is empty.
  func setKey(_ key: String, of vendor: VendorID) async {
    await attempt {
      try await keys.set(key, of: vendor)
      try await connect()
      // The open conversation goes on with the vendors that there are now, and with what was being
      // written.
      guard let old = chat else { return }
      let id = old.conversation.id
      await leave()
      try await list()
      chat = nil
      if records.contains(where: { $0.id == id }) { await open(id) } else { begin() }
      chat?.draft = old.draft
      chat?.attachments = old.attachments
      chat?.mode = old.mode
    }
  }

  /// Stops what is on its way, and waits until what had come of it is stored.
  private func leave() async {
    chat?.stop()
    await chat?.settle()
  }

  private func connect() async throws {
    let providers = try await keys.providers()
    router = try Router(registry: Registry(providers), namedOnly: [VendorKeys.mock])
    vendors = providers.map(\.id).filter { $0 != VendorKeys.mock }
  }

  private func list() async throws {
    records = try await store?.records(after: nil, limit: 200) ?? []
  }

  private func show(_ conversation: Conversation) {
    let model = ChatModel(conversation)
    // Without any key the mock vendor answers, and says so.
    if vendors.isEmpty {
      model.textRequest.model = model.textModels.first
      model.imageRequest.model = model.imageModels.first
    }
    chat = model
  }

  private func attempt(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch let error as SwitchboardError {
      problem = error.message
    } catch {
      problem = error.localizedDescription
    }
  }
}
