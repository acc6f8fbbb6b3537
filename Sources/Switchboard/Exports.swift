// Who routes also names messages and models: `import Switchboard` brings the contract with it.
@_exported public import SwitchboardCore
