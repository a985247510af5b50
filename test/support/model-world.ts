/** A world whose language model is a local server that says what the test wants. */
import { openService } from '../../server/making/engines/write-by-model/chat.ts'
import { always } from '../../server/making/engines/write-by-model/language-model.ts'
import { openModelWriter } from '../../server/making/engines/write-by-model/write-by-model.ts'
import { key, type LlmServer, openLlm, type Sent } from './llm-server.ts'
import { openWorld, type World } from './world.ts'

export type ModelWorld = { world: World; model: LlmServer; say: (sent: Sent) => unknown } & AsyncDisposable

/** @param environment  settings of the service */
export async function openModelWorld(environment: Record<string, string> = {}): Promise<ModelWorld> {
  const world = await openWorld(environment)
  const model = await openLlm('openai', (sent) => here.say(sent))
  const settings = { kind: 'openai' as const, apiKey: key, model: 'm-1', maxBytes: 1_000_000, pauseSeconds: 0 }
  const findModel = always(openService({ ...settings, url: model.url }))
  const { noteWriter: embedded } = world.base.engines
  const limits = { concurrency: 2, meetings: 2, secondsPerHour: 0, minSeconds: 20 }
  const noteWriter = openModelWriter(findModel, limits, embedded, world.base.log)
  world.base.engines = { ...world.base.engines, findModel, noteWriter }
  const here: ModelWorld = {
    world,
    model,
    say: () => ({}),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await model[Symbol.asyncDispose]()
    },
  }
  return here
}
