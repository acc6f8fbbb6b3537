import SwitchboardConfiguration
import SwitchboardCore

/// `trust`: the configuration file of a project folder may name hosts and key commands.
enum TrustCommand {
  static let row = CommandRow(
    name: "trust", words: "FILE", wordCount: 1...1,
    summary: "Trust a project's configuration file as it is now",
    notes: [
      "A configuration file that lies in the folder you work in may name hosts and commands that give keys only after you have trusted it. Read it first: whoever wrote it decides where your keys go. When it changes, it must be trusted again."
    ]
  ) { session in
    let entry = try TrustStore(folders: session.folders()).trust(file: session.arguments.words[0])
    session.notes.say("'\(entry.path)' is trusted with its present content (\(entry.sha256)).")
    return .done
  }
}
