import type { WorkerWords } from '../en/worker.ts'

export const workerWords: WorkerWords = {
  meeting: 'Eine Besprechung',
  begins: (at: string) => `Beginnt um ${at}. Möchten Sie sie aufnehmen?`,
  record: 'Aufnehmen',
}
