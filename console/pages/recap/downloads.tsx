/** The recap on paper and as a Word file, and its transcript in each format of the API. */
import { Menu } from '@mantine/core'
import { dataOf } from '@minutebook/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import type { Recap } from '../../api/correct-recording.ts'
import { decisionsOfRecordingQuery } from '../../api/decisions.ts'
import { itemsQuery } from '../../api/queries.ts'
import { PaperMenu } from '../../ui/paper/paper-menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { words } from '../../words/words.ts'
import { paperOf } from './paper-of.ts'

type Format = keyof typeof words.recap.formats

export function Downloads({ recap }: { recap: Recap }) {
  const { data: items = [], isPending: awaitsItems } = useQuery(itemsQuery(recap.note_id))
  const { data: decisions = [], isPending: awaitsDecisions } = useQuery(decisionsOfRecordingQuery(recap.id))
  const download = useDownload(recap)
  // Without them a paper would look complete.
  if (awaitsItems || awaitsDecisions) return null
  const formats = Object.entries(words.recap.formats) as [Format, string][]
  const shown = items.filter(({ status }) => status !== 'Archived')
  return (
    <PaperMenu read={() => paperOf(recap, shown, decisions)}>
      {recap.transcript && (
        <>
          <Menu.Divider />
          <Menu.Label>{words.recap.transcript}</Menu.Label>
          {formats.map(([format, name]) => (
            <Menu.Item key={format} onClick={() => download.mutate(format)}>
              {name}
            </Menu.Item>
          ))}
        </>
      )}
    </PaperMenu>
  )
}

/** Not a plain link: the request must name the person that the tab acts for, and the page shows errors. */
function useDownload({ id, title }: Recap) {
  return useMutation({
    mutationFn: async (format: Format) => {
      const params = { path: { recording_id: id }, query: { format } }
      const answer = await client.GET('/api/v1/recording/{recording_id}/transcript', { params, parseAs: 'text' })
      saveFile(`${title}.${format}`, dataOf(answer))
    },
  })
}
