/** The charts are a large file, which is loaded when they are first shown. */
import { pageFile } from '../../page-file.ts'

export const statisticsFile = pageFile(() => import('./statistics.tsx'))
