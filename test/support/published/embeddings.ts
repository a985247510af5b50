/** Requests for embeddings, as OpenAI publishes them; Ollama, vLLM and llama.cpp take the same. */
import { isText, type Published } from './published.ts'

export const openAiEmbeddings = {
  source: 'https://github.com/openai/openai-openapi (CreateEmbeddingRequest)',
  read: '2026-11-27',
  required: ['model', 'input'],
  fields: {
    model: isText,
    // An empty text is refused, and more than 2,048 of them.
    input: (value) => Array.isArray(value) && value.length > 0 && value.length <= 2_048 && value.every(isText),
  },
} satisfies Published
