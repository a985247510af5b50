/** The package brings no types: a list of a language's commonest words under each ISO 639-3 code, and other things. */
declare module 'stopword' {
  const lists: Record<string, unknown>
  export default lists
}
