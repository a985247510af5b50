/** Requests to language models: OpenAI's chat completions (also Azure's, version v1) and Anthropic's messages. */
import { isText, isTrue, type Published } from './published.ts'

const isList = (value: unknown) => Array.isArray(value) && value.length > 0
const isFormat = (value: unknown) => ['json_schema', 'json_object', 'text'].includes((value as { type: string }).type)
const isTemperature = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1

export const openAiChat = {
  source: 'https://github.com/openai/openai-openapi (CreateChatCompletionRequest)',
  read: '2026-11-26',
  required: ['model', 'messages'],
  fields: {
    model: isText,
    messages: isList,
    response_format: isFormat,
    temperature: isTemperature,
    stream: isTrue,
    stream_options: (value) => (value as { include_usage: unknown }).include_usage === true,
  },
} satisfies Published

export const anthropicMessages = {
  source: 'https://docs.anthropic.com/en/api/messages, …/docs/build-with-claude/structured-outputs',
  read: '2026-11-26',
  required: ['model', 'messages', 'max_tokens'],
  fields: {
    model: isText,
    messages: isList,
    system: isText,
    temperature: isTemperature,
    stream: isTrue,
    max_tokens: (value) => Number.isSafeInteger(value) && Number(value) > 0,
    output_config: (value) => isFormat((value as { format: unknown }).format),
  },
} satisfies Published

/** https://docs.anthropic.com/en/api/handling-stop-reasons: an answer that ends with one of these is not whole. */
export const cutAnthropicAnswers = ['max_tokens', 'model_context_window_exceeded']
