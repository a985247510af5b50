import type { WorkerWords } from '../en/worker.ts'

export const workerWords: WorkerWords = {
  meeting: 'Une réunion',
  begins: (at: string) => `Commence à ${at}. Voulez-vous l’enregistrer ?`,
  record: 'Enregistrer',
}
