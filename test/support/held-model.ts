/** A language model of OpenAI's kind that writes as the test says, and stops in the middle until it may go on. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'

export type HeldModel = Awaited<ReturnType<typeof openHeldModel>>

type Sentence = { text: string; quote: string }

/** Sentences are answered with the number of the first source that has their quote. */
export async function openHeldModel() {
  const model = {
    url: '',
    /** What it was sent, in order. */
    prompts: [] as string[],
    sentences: [] as Sentence[],
    status: 200,
    /** After the first sentence it waits for this. */
    held: Promise.resolve() as Promise<unknown>,
    /** Answers whose reader left before their end. */
    left: 0,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request))
    const prompt: string = body.messages.at(-1).content
    model.prompts.push(prompt)
    response.once('close', () => void (response.writableFinished || model.left++))
    if (model.status !== 200) return void response.writeHead(model.status).end('{}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    await write(response, model, prompt)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return model
}

async function write(response: ServerResponse, { sentences, held }: HeldModel, prompt: string): Promise<void> {
  const send = (content: string, finish_reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`)
  send('{"sentences": [')
  for (const [at, { text, quote }] of sentences.entries()) {
    send(`${at > 0 ? ', ' : ''}${JSON.stringify({ text, source: sourceOf(prompt, quote), quote })}`)
    if (at === 0) await held
  }
  send('], "searches": []}', 'stop')
  const usage = { prompt_tokens: 1_000, completion_tokens: 100 }
  response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`)
}

function sourceOf(prompt: string, quote: string): number {
  const before = prompt.slice(0, prompt.indexOf(quote))
  return Number([...before.matchAll(/<source number="(\d+)"/g)].at(-1)?.[1] ?? 1)
}
