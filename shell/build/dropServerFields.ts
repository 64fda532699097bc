/**
 * A loader for declared endpoints: what only the server reads of them, the sentence of the OpenAPI document and the right that
 * a call needs, is no part of a page. On the dashboard that is 0.6 kB.
 */
export default (source: string): string =>
  source.replace(/^ {2}(?:summary|needs):\s+(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`),\n/gm, '')
