import type { Embedder } from '../../../making/engines/embedder.ts'
import type { Context } from '../../../platform/context/context.ts'
import { embeddingJobs } from './embed-passages.ts'

type Embedding = Pick<Context, 'db' | 'log'> & { engines(): { embedder: Embedder | null }; stopping: AbortSignal }

export const meaningRoom = {
  jobs: ({ db, log, engines, stopping }: Embedding) => {
    const { embedder } = engines()
    return embedder ? embeddingJobs({ db, log, embedder }, stopping) : []
  },
}
