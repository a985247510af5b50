/** The package has no types. It exports a list of common words for each ISO 639-3 code, and other things. */
declare module 'stopword' {
  const lists: Record<string, unknown>
  export default lists
}
