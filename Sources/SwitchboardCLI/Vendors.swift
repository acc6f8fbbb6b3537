import SwitchboardAnthropic
import SwitchboardGemini
import SwitchboardHTTPFunction
import SwitchboardMock
import SwitchboardOllama
import SwitchboardOpenAI
import SwitchboardOpenAICompatible
import SwitchboardWire

/// The vendors that the command line has: one row each.
let vendors: [any ConfigurableProvider.Type] = [
  AnthropicProvider.self,
  OpenAIProvider.self,
  GeminiProvider.self,
  OpenAICompatibleProvider.self,
  OllamaProvider.self,
  HTTPFunctionProvider.self,
  MockProvider.self,
]
