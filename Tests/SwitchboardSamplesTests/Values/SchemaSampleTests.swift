import SwitchboardCore
import SwitchboardSamples
import Testing

struct SchemaSampleTests {
  /// Schemas as people write them, in JSON5.
  static let schemas = [
    "{type: 'string'}",
    "{type: 'string', minLength: 40}",
    "{type: 'string', minLength: 3, maxLength: 3}",
    "{type: 'string', enum: ['red', 'green', 'blue']}",
    "{const: 'fixed'}",
    "{const: null}",
    "{enum: [1, 'two', null, {three: 3}]}",
    "{type: 'integer'}",
    "{type: 'integer', minimum: 7, maximum: 7}",
    "{type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5}",
    "{type: 'integer', minimum: -20, maximum: -10}",
    "{type: 'integer', maximum: 0}",
    "{type: 'integer', minimum: 1000000, multipleOf: 250}",
    "{type: 'number', minimum: 0, maximum: 1}",
    "{type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5}",
    "{type: 'number', multipleOf: 0.1, minimum: 2, maximum: 3}",
    "{type: 'boolean'}",
    "{type: 'null'}",
    "{type: ['string', 'null']}",
    "{type: ['null', 'integer'], minimum: 4}",
    "{type: 'array', items: {type: 'integer', minimum: 1, maximum: 3}, minItems: 5}",
    """
    {type: 'array', items: {type: 'integer', minimum: 1, maximum: 5}, minItems: 5,
     uniqueItems: true}
    """,
    "{type: 'array', items: {enum: ['a', 'b', 'c']}, uniqueItems: true, minItems: 3}",
    "{type: 'array', maxItems: 1, items: {type: 'boolean'}}",
    "{type: 'array', prefixItems: [{type: 'string'}, {type: 'integer'}], items: false}",
    "{type: 'array', contains: {const: 'needle'}, items: {type: 'string'}}",
    "{type: 'object', properties: {}, additionalProperties: false}",
    """
    {type: 'object', required: ['name', 'age'], additionalProperties: false, properties: {
      name: {type: 'string', minLength: 1}, age: {type: 'integer', minimum: 0, maximum: 150},
      address: {type: 'object', required: ['street'], properties: {
        street: {type: 'string'}, tags: {type: 'array', items: {type: 'string'}, maxItems: 3}}}}}
    """,
    "{type: 'object', required: ['a', 'b'], additionalProperties: {type: 'integer'}}",
    "{type: 'object', minProperties: 3, additionalProperties: {type: 'boolean'}}",
    """
    {type: 'object', maxProperties: 1, required: ['b'],
     properties: {a: {type: 'string'}, b: {type: 'string'}}}
    """,
    "{properties: {a: {const: 1}}, required: ['a']}",
    "{anyOf: [{type: 'integer', minimum: 5}, {type: 'string'}]}",
    """
    {oneOf: [{type: 'object', properties: {kind: {const: 'x'}}, required: ['kind']},
             {type: 'null'}]}
    """,
    """
    {allOf: [{type: 'object', required: ['a'], properties: {a: {type: 'integer', minimum: 2}}},
             {required: ['b'], properties: {b: {type: 'string'}, a: {maximum: 9}}}]}
    """,
    "{allOf: [{type: 'integer', minimum: 3}, {minimum: 8, maximum: 20}, {maximum: 9}]}",
    "{$ref: '#/$defs/id', $defs: {id: {type: 'string', pattern: '^[A-F0-9]{8}$'}}}",
    """
    {$ref: '#/$defs/node', $defs: {node: {type: 'object', required: ['value'], properties: {
      value: {type: 'integer'}, next: {anyOf: [{$ref: '#/$defs/node'}, {type: 'null'}]}}}}}
    """,
    """
    {$ref: '#/$defs/node', $defs: {node: {type: 'object', required: ['value', 'children'],
      properties: {value: {type: 'string'},
                   children: {type: 'array', items: {$ref: '#/$defs/node'}}}}}}
    """,
    "{type: 'object', properties: {when: {type: 'string', format: 'date-time'}}}",
    "{type: 'string', pattern: '^[a-z]+-\\\\d{3}$'}",
    "{type: 'string', pattern: '^(GET|POST) /[a-z0-9_]*$'}",
    "{type: 'string', pattern: '^\\\\+?[1-9]\\\\d{1,14}$', minLength: 8}",
    "{type: 'string', pattern: '^[^@ ]+@[a-z]+\\\\.(com|org)$'}",
    "{type: 'string', pattern: '^(?:[A-Z]{2}){2,3}$', minLength: 6, maxLength: 6}",
    "{type: 'string', pattern: '^\\\\w+\\\\s\\\\w+?$'}",
  ]

  static func value(_ schema: JSON, _ prompt: String, seed: Int = 0) -> JSON {
    var sample = SchemaSample(
      schema, words: Keywords.find(in: prompt), random: SeededRandom(seed: seed))
    return sample.value()
  }

  @Test(arguments: schemas)
  func `a value satisfies its schema`(text: String) throws {
    let schema = try JSON.parsingJSON5(Array(text.utf8)).json
    let checker = SchemaChecker(root: schema)
    for seed in 0..<8 {
      let value = Self.value(schema, "List 4 facts about Paris, green trees and x", seed: seed)
      #expect(checker.accepts(value, schema), "\(text) → \(value)")
      #expect(try JSON(parsing: value.text) == value)
      #expect(
        Self.value(schema, "List 4 facts about Paris, green trees and x", seed: seed) == value)
    }
  }

  @Test(arguments: ["^(?=a)b$", "(", "[", "a{x}", "\\p{L}", "\\u0041", "*", "^(?!x)$"])
  func `a pattern that is not understood is passed over`(pattern: String) {
    let schema: JSON = ["type": "string", "pattern": JSON(pattern)]
    #expect(Self.value(schema, "Describe Paris").string == "Paris")
  }

  @Test(arguments: [
    "{$ref: '#/$defs/gone'}", "{$ref: '#'}", "{$ref: 'https://example.com/x'}",
    "{allOf: [{$ref: '#'}]}",
    "{type: 'object', required: ['me'], properties: {me: {$ref: '#'}}}",
    "{type: 'array', minItems: 2, items: {enum: ['one']}, uniqueItems: true}",
    "{type: 'integer', minimum: 9, maximum: 3}", "{minItems: 1e30}",
    "{type: 'array', minItems: -3}",
    "{type: 'string', minLength: 9e15}", "{type: 'integer', minimum: 1e300}",
    "{type: 'string', maxLength: -1}", "{type: 'object', maxProperties: -9223372036854775808}",
    "{type: 'string', pattern: '((a{9999}){9999}){9999}'}", "{type: 'what'}", "{enum: []}",
    "{type: 'array', minItems: 9e15, items: {type: 'array', minItems: 9e15}}",
    "{required: ['a', 'b', 'c'], properties: {a: {$ref: '#'}, b: {$ref: '#'}, c: {$ref: '#'}}}",
    "{type: 'object', required: ['a'], maxProperties: -9223372036854775808}",
  ])
  func `a schema that nothing satisfies still ends`(text: String) throws {
    let schema = try JSON.parsingJSON5(Array(text.utf8)).json
    let value = Self.value(schema, "Describe Paris")
    #expect(try JSON(parsing: value.text) == value)
  }
}
