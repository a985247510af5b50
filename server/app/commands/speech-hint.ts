/** What is missing for recordings to be transcribed, as the last lines of a start say it. */
import { sttKindOf } from '../../making/engines/create.ts'
import { catalogue, sets } from '../../making/engines/local/models/catalogue.ts'
import { hasFfmpeg } from '../../making/engines/transcribe/ffmpeg.ts'
import type { Base } from '../base.ts'

/** @returns no lines if nothing is missing */
export async function speechHint({ config, findSpeech }: Pick<Base, 'config' | 'findSpeech'>): Promise<string[]> {
  const kind = sttKindOf(config, await findSpeech())
  if (kind === null) {
    return [
      `Recordings cannot be transcribed yet. To do it on this machine, download ${downloadMegabytes} MB, in another terminal with the`,
      'same settings; it counts at once:',
      '  npx --no minutebook models add speech',
    ]
  }
  if (kind === 'local' && !(await hasFfmpeg())) {
    return ['Recordings cannot be transcribed without ffmpeg; install it, such as by: apt-get install ffmpeg']
  }
  return []
}

const downloadMegabytes = Math.ceil(
  catalogue.filter(({ name }) => sets.speech!.includes(name)).reduce((sum, { source }) => sum + source.bytes, 0) /
    1_000_000,
)
