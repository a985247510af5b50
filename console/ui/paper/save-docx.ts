/** Saves a Word file. What writes it is loaded with the first one. */
import { loadFile } from '../../page-file.ts'
import { saveFile } from '../save-file.ts'
import { fileNameOf, type Paper } from './paper.ts'

const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export async function saveDocx(paper: Paper): Promise<void> {
  const { writeDocx } = await loadFile(() => import('./write-docx.ts'))
  saveFile(fileNameOf(paper.title, 'docx'), await writeDocx(paper), type)
}
