import SwitchboardGemini
import SwitchboardMock
import SwitchboardOpenAI
import SwitchboardOpenAICompatible
import SwitchboardWire

/// The vendors that the command line has: one row each.
let vendors: [any ConfigurableProvider.Type] = [
  OpenAIProvider.self,
  GeminiProvider.self,
  OpenAICompatibleProvider.self,
  MockProvider.self,
]
