/** A world whose transcriber hears voices: which voice speaks, a test says; the same voice is 0.81 alike in two recordings. */
import assert from 'node:assert/strict'
import type { Transcriber } from '../../server/making/engines/shared/engines.ts'
import { keys } from './acme.ts'
import { openMediaWorld } from './media-world.ts'

/** `purity`: how much alike the heard voice is to the voice itself. `channel`: where channels are heard for themselves. */
export type Said = { speaker: string; voice: number; seconds: number; purity?: number; channel?: number }

/** The same voice in different recordings: 0.81 alike. */
export function voiceOf(voice: number, recording: number, purity = 0.9): number[] {
  const vector = new Array(192).fill(0)
  vector[voice] = purity
  vector[100 + recording] = Math.sqrt(1 - purity ** 2)
  return vector
}

/** @param model  of the voices of the server */
export async function openVoiceWorld(model = 'small 1234') {
  const media = await openMediaWorld()
  const { world } = media
  const meetings = new Map<string, Said[]>()
  let next: Said[] = []
  const startOf = (said: Said[], index: number) => said.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0)
  const vectorsOf = (path: string) =>
    meetings.get(path)!.map(({ voice, purity }) => voiceOf(voice, [...meetings.keys()].indexOf(path), purity))
  const heard = (path: string) =>
    vectorsOf(path).map((vector, index) => ({ model, vector, speaker: meetings.get(path)![index]!.speaker }))
  const transcriber: Transcriber = {
    async transcribe({ path }) {
      meetings.set(path, next)
      const speech_segments = next.map(({ speaker, seconds }, index) => {
        const start_time = startOf(next, index)
        return { speaker, text: 'I will send it.', start_time, end_time: start_time + seconds }
      })
      const channels = next.flatMap(({ speaker, channel }): [string, number][] =>
        channel === undefined ? [] : [[speaker, channel]],
      )
      return {
        transcript: { language_code: 'en', speech_segments },
        voices: heard(path),
        ...(channels.length > 0 && { channels: new Map(channels) }),
        durationSeconds: 60,
      }
    },
    async hearVoices({ path }, [first], _signal, sharer) {
      await here.hearing(sharer)
      return [heard(path)[meetings.get(path)!.findIndex((_, each, said) => startOf(said, each) === first!.start)]!]
    },
  }
  world.base.engines = { ...world.base.engines, transcriber }
  const here = {
    world,
    /** What happens while the voice of a claim is read. */
    hearing: async (_sharer: string | undefined) => {},
    async switchTo(on: boolean) {
      assert.equal((await world.patch('/api/v1/workspace', keys.ada, { voices: on })).status, 200)
    },
    /** Uploads a recording in which these speak, one after the other. */
    async record(said: Said[], given: object = {}) {
      next = said
      return media.processed(given)
    },
    give: (id: string, speaker: string, key = keys.bo) =>
      world.post(`/api/v1/recording/${id}/voice`, key, { speaker, consent: true }),
    rename: (id: string, speakers: Record<string, string>, key = keys.bo) =>
      world.patch(`/api/v1/recording/${id}`, key, { speakers }),
    /** Answers the newest question that waits for this person; the status. */
    async say(isTheirs: boolean, key: string) {
      const [question] = (await world.get('/api/v1/me/voice', key)).body.questions
      if (!question) return null
      return (await world.post(`/api/v1/voice_claim/${question.id}/word`, key, { is_theirs: isTheirs })).status
    },
    state: async (key = keys.bo) => (await world.get('/api/v1/me/voice', key)).body,
    transcript: async (id: string) => (await media.recording(id)).transcript,
    speakers: async (id: string) =>
      (await media.recording(id)).transcript.speech_segments.map(({ speaker }: { speaker: string }) => speaker),
    own: async (key = keys.bo, query = '') => (await world.get(`/api/v1/me/voice${query}`, key)).body.voice,
    async audit() {
      const { data } = (await world.get('/api/v1/audit_log', keys.ada)).body
      return data.map(({ action }: { action: string }) => action).sort()
    },
    [Symbol.asyncDispose]: () => media[Symbol.asyncDispose](),
  }
  return here
}
