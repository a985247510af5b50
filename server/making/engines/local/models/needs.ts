/** What models need of a machine, and which of them one can take. *Pure.* In bytes. */
import { catalogue, type Model, modelsNamed } from './catalogue.ts'

type Sized = Pick<Model, 'purpose'> & { files: { bytes: number }[] }

/** On the disk, once installed. */
export const diskBytes = ({ files }: Pick<Sized, 'files'>) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** An archive lies beside its files until they are checked. */
export const isArchive = ({ source }: Pick<Model, 'source'>) => source.url.endsWith('.tar.bz2')

/**
 * What a process with these models takes while it works. Estimated: with 67 MB of speech models 0.54 to 0.77 GB were
 * measured; a language model has a context of up to 2.4 GB beside its file (docs/operate/language-model.md).
 */
export function memoryBytes(models: Sized[]): number {
  const files = models.reduce((sum, model) => sum + diskBytes(model), 0)
  return models.some(({ purpose }) => purpose === 'notes') ? files + 2_400_000_000 : 1.5 * files + 600_000_000
}

/** The service with its PostgreSQL, beside the models. */
const serviceBytes = 1_000_000_000

export type Recommendation = { speech: 'speech' | 'speech-small' | null; notes: boolean }

/** @param machineBytes  the memory of the machine */
export function recommend(machineBytes: number): Recommendation {
  const takes = (set: string) => serviceBytes + memoryBytes(modelsNamed(set, catalogue)) <= machineBytes
  const speech = (['speech', 'speech-small'] as const).find(takes) ?? null
  return { speech, notes: takes('notes') }
}
