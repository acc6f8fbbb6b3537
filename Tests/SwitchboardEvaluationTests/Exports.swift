// Every test here is told by stand-ins.
@_exported import StandIns
