/** The words of notifications, which the service worker shows without the page. */
export const workerWords = {
  meeting: 'A meeting',
  begins: (at: string) => `Begins at ${at}. Do you want to record it?`,
  record: 'Record',
}

export type WorkerWords = typeof workerWords
