/** The charts are large: they are loaded when they are first looked at. */
import { pageFile } from '../../page-file.ts'

export const statisticsFile = pageFile(async () => (await import('./statistics.tsx')).Statistics)
