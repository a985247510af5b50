/** The words of a recording while it is made. They are preliminary and never stored. */
import type { Static } from 'typebox'
import type { Context } from '../../../platform/context/context.ts'
import { ApiError, EngineError, notFound } from '../../../platform/errors.ts'
import { isReady, type Transcriber } from '../../engines/shared/engines.ts'
import { fileOf } from './finish-session.ts'
import { type LiveWords, noLiveWords } from './operations.ts'
import type { Sessions } from './sessions.ts'

/** Takes no lock, so that it interrupts no upload that is being sent. */
export async function hearLiveWords(
  { store, transcriber }: Pick<Context, 'store'> & { transcriber(): Transcriber | null },
  sessions: Sessions,
  id: string,
  fromSeconds: number,
): Promise<Static<typeof LiveWords>> {
  const session = await sessions.find(id)
  if (!session || session.complete || session.length !== null) throw notFound('Upload')
  const engine = transcriber()
  if (!engine?.hearLive || !(await isReady(engine))) throw new ApiError(422, noLiveWords)
  // The engine has its own limit of time. What it could not read now it may read when more has arrived.
  const heard = await engine.hearLive(fileOf(store, id), fromSeconds, new AbortController().signal).catch((error) => {
    if (error instanceof EngineError) return null
    throw error
  })
  if (!heard) return { speech_segments: [], until: fromSeconds, skipped: false, busy: true }
  const segments = heard.segments.map(({ text, start, end }) => ({ text, start_time: start, end_time: end }))
  return { speech_segments: segments, until: heard.until, skipped: heard.isCut, busy: false }
}
