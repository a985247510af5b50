/** What we use of node-llama-cpp 3, which is no dependency: with all its builds it has 732 MB. */
export type Llama = {
  loadModel(options: { modelPath: string }): Promise<Model>
  createGrammarForJsonSchema(schema: object): Promise<object>
}
export type Model = {
  tokenizer: object
  createContext(options: { contextSize: { min: number; max: number } }): Promise<Context>
}
export type Context = { contextSize: number; getSequence(): object }
export type HistoryItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] }
export type Chat = {
  chatWrapper: {
    generateContextState(options: { chatHistory: HistoryItem[] }): {
      contextText: { tokenize(tokenizer: object): unknown[] }
    }
  }
  generateResponse(
    history: HistoryItem[],
    options: {
      grammar: object
      maxTokens: number
      temperature: number
      onToken(tokens: unknown[]): void
      onTextChunk(text: string): void
      /** With `stopOnAbortSignal` the answer ends there, as if it were cut. */
      signal: AbortSignal
      stopOnAbortSignal: true
    },
  ): Promise<{ response: string; metadata: { stopReason: string } }>
}
export type Runtime = {
  getLlama(options: object): Promise<Llama>
  LlamaChat: new (options: { contextSequence: object }) => Chat
}
