/**
 * `minutebook mcp`: for assistants that start their servers as programs. It passes messages between its standard input
 * and output and `POST /mcp` of a running service, and knows nothing of their content. Standard output carries only the
 * protocol.
 */
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { parseJson } from '../../platform/parse-json.ts'
import { type Flags, requireKey, serviceUrl } from './command.ts'
import { StopSignal } from './stop-signal.ts'

/** The code of JSON-RPC for a failure of the server. */
const internalError = -32_603

/** @throws {OperatorError} the address is not valid, or there is no key */
export async function bridgeUntilClosed(flags: Flags): Promise<void> {
  const key = requireKey(flags)
  const service = new StreamableHTTPClientTransport(new URL(`${serviceUrl(flags)}/mcp`), {
    requestInit: { headers: { 'x-api-key': key } },
  })
  const assistant = new StdioServerTransport()
  const closed = Promise.withResolvers<void>()
  const bridge = new Bridge(assistant, service)
  service.onmessage = (message) => bridge.toAssistant(message)
  assistant.onmessage = (message) => void bridge.toService(message)
  // Standard error is for people: assistants show it in their logs.
  assistant.onerror = ({ message }) => process.stderr.write(`${message}\n`)
  assistant.onclose = closed.resolve
  using _ = new StopSignal({ onStop: () => closed.resolve() })
  await service.start()
  await assistant.start()
  await closed.promise
  await service.close()
}

class Bridge {
  #assistant: StdioServerTransport
  #service: StreamableHTTPClientTransport
  /** Requests that wait for their answers; aborting one aborts its request to the service. */
  #waiting = new Map<RequestId, AbortController>()
  #initializing: RequestId | undefined

  constructor(assistant: StdioServerTransport, service: StreamableHTTPClientTransport) {
    this.#assistant = assistant
    this.#service = service
  }

  toAssistant(message: JSONRPCMessage): void {
    if ('id' in message && message.id !== undefined) this.#waiting.delete(message.id)
    // From now on requests name the revision that was agreed.
    if (isJSONRPCResultResponse(message) && message.id === this.#initializing) {
      this.#service.setProtocolVersion((message.result as { protocolVersion: string }).protocolVersion)
    }
    // It fails if the assistant has closed its end, which ends the command anyway.
    this.#assistant.send(message).catch(() => {})
  }

  async toService(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      // The package does not read the parameters of notifications.
      const { requestId } = (message.params ?? {}) as { requestId?: RequestId }
      if (requestId !== undefined) this.#waiting.get(requestId)?.abort()
      return
    }
    if (!isJSONRPCRequest(message)) {
      await this.#service.send(message).catch(({ name, message }) => {
        // Requests under way at the end are aborted, which is no failure.
        if (name !== 'AbortError') process.stderr.write(`${message}\n`)
      })
      return
    }
    const cancelling = new AbortController()
    this.#waiting.set(message.id, cancelling)
    if (isInitializeRequest(message)) this.#initializing = message.id
    const fail = (error: Failure) => {
      if (!this.#waiting.delete(message.id) || cancelling.signal.aborted) return
      this.toAssistant({ jsonrpc: '2.0', id: message.id, error })
    }
    await this.#service
      .send(message, {
        requestSignal: cancelling.signal,
        onRequestStreamEnd: () => fail({ code: internalError, message: 'The service ended the connection too early' }),
      })
      .catch((error) => fail(failureOf(error)))
  }
}

type Failure = { code: number; message: string }

/** The error of the protocol or the message of the service, if there is one. */
function failureOf({
  message,
  data,
  cause,
}: Error & { data?: { text?: string }; cause?: Error & { code?: string } }): Failure {
  const answer = parseJson(data?.text ?? '') as { error?: Failure; message?: string } | null | undefined
  if (answer?.error) return answer.error
  if (answer?.message) return { code: internalError, message: `The service refused the request: ${answer.message}` }
  const isAway = cause?.code === 'ECONNREFUSED'
  const reason = isAway ? 'connection refused; is it running?' : cause?.message || message
  return { code: internalError, message: `The service cannot be reached: ${reason}` }
}
