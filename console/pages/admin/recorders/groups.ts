/** Services that record by themselves, and those whose bots join calls. *Pure.* */
import type { Kind } from '../../../api/recorder.ts'
import { adminWords } from '../../../words/admin/words.ts'
import { hasBots } from './draft.ts'

const { recorders: said } = adminWords
const kinds = Object.keys(said.kinds) as Kind[]

export const groups = [
  { title: said.arriving, kinds: kinds.filter((kind) => !hasBots(kind)) },
  { title: said.joining, kinds: kinds.filter(hasBots) },
]
