/// What the two threads of a store do with the jobs that wait.
enum Workers {
  /// One after the other, each on one state of the file.
  static func read(_ jobs: [Lane.Job], _ connection: Connection) {
    for job in jobs {
      do {
        let tell = try connection.reading { try job.work(connection) }
        tell()
      } catch {
        job.fail(error)
      }
    }
  }

  /// All in one transaction, because a commit waits for the disk and its price is the same for one and
  /// for many.
  ///
  /// Nobody is told before the disk has it. When a job fails, the transaction is given up and every job
  /// gets one of its own, so that nobody suffers for another's mistake.
  static func write(_ jobs: [Lane.Job], _ connection: Connection) {
    var isAtWork = false
    do {
      let tell = try connection.writing {
        isAtWork = true
        let tell = try jobs.map { try $0.work(connection) }
        isAtWork = false
        return tell
      }
      for body in tell { body() }
    } catch {
      if isAtWork, jobs.count > 1 {
        for job in jobs { write([job], connection) }
      } else {
        for job in jobs { job.fail(error) }
      }
    }
  }
}
