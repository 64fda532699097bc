const text = /\s+(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`),\n/.source
const value = /[^\n]*[^\n{([],\n/.source
// it ends with the first line that is indented like its name
const longValue = /[^\n]*[{([]\n(?: {3}[^\n]*\n)* {2}[)\]}][^\n]*,\n/.source

const dropped = new RegExp(
  `^ {2}(?:(?:summary|needs):${text}|(?:body|limits|params|query|response): (?:${value}|${longValue}))`,
  'gm',
)

// of a field that is described on one line
const droppedOfFields = /, (?:isPersonal: (?:true|false)|storedAs: '\w+')/g

/**
 * A loader for declared endpoints and fields: what only the server reads of them is no part of a page: the sentence of the OpenAPI
 * document, the right that a call needs, its limits, and the schemas of what is sent and answered, of which a page knows the types;
 * whether a field is personal, and its name in events. A form takes the schema by its own name.
 */
export default (source: string): string => source.replace(dropped, '').replace(droppedOfFields, '')
