import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The folders in which configuration, keys, trust and conversations are looked for.
public struct ConfigurationFolders: Sendable, Hashable {
  /// The folder in which the program runs; relative names start here.
  public var working: String

  /// The user's home folder; `nil` when there is none.
  public var home: String?

  /// The user's configuration folders in the order in which they are searched; new files go to the
  /// first.
  public var user: [String]

  /// The folder for what the user makes with the program; `nil` when there is none.
  public var data: String?

  /// The folder for what can be had again; `nil` when there is none.
  public var cache: String?

  /// Finds the user's folders.
  ///
  /// They are `$XDG_CONFIG_HOME/switchboard`, or `~/.config/switchboard` when that is not set, and
  /// on Apple's systems `~/Library/Application Support/switchboard` too; for data
  /// `$XDG_DATA_HOME/switchboard`, or `~/.local/share/switchboard`; for what can be had again
  /// `$XDG_CACHE_HOME/switchboard`, or `~/.cache/switchboard`.
  ///
  /// - Parameters:
  ///   - working: The folder in which the program runs.
  ///   - environment: The environment; `HOME` and the variables above are read.
  public init(working: String, environment: [String: String]) {
    self.working = working
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.home = home
    user = []
    // A relative path there is to be ignored (XDG Base Directory Specification 0.8).
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      user.append(FilePath.joined(folder, "switchboard"))
    } else if let home {
      user.append(FilePath.joined(home, ".config/switchboard"))
    }
    #if canImport(Darwin)
    if let home {
      user.append(FilePath.joined(home, "Library/Application Support/switchboard"))
    }
    #endif
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      data = FilePath.joined(folder, "switchboard")
    } else if let home {
      data = FilePath.joined(home, ".local/share/switchboard")
    }
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
      cache = FilePath.joined(folder, "switchboard")
    } else if let home {
      cache = FilePath.joined(home, ".cache/switchboard")
    }
  }

  /// The folders of this process.
  ///
  /// - Parameter environment: The environment; `HOME` and `XDG_…_HOME` are read.
  /// - Returns: The folders.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` when the folder in which
  ///   the program runs is gone.
  public static func current(environment: [String: String]) throws -> ConfigurationFolders {
    guard let text = getcwd(nil, 0) else {
      throw SwitchboardError(
        .configuration, "The folder in which this runs is gone; change to another one.")
    }
    defer { free(text) }
    return ConfigurationFolders(working: String(cString: text), environment: environment)
  }

  /// The file that conversations are kept in when the configuration names none; `nil` when there is
  /// no folder for it.
  public var usualStore: String? { data.map { FilePath.joined($0, "conversations.db") } }

  /// The folder of answers of earlier comparisons; `nil` when there is no folder for it.
  public var answers: String? { cache.map { FilePath.joined($0, "answers") } }

  /// A name as this process finds it.
  func absolute(_ path: String) -> String {
    FilePath.absolute(path, in: working, home: home)
  }

  /// The folder for new files of the user.
  func writable(for purpose: String) throws -> String {
    guard let folder = user.first else {
      throw SwitchboardError(
        .configuration,
        "There is no folder for \(purpose): set HOME or XDG_CONFIG_HOME to an absolute path.")
    }
    return folder
  }

  /// A path as people write it, with `~` for the home folder.
  func shown(_ path: String) -> String {
    guard let home, home != "/", path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }
}
