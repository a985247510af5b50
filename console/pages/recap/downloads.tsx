/** The transcript as a file, in each format of the API. */
import { Button, Menu } from '@mantine/core'
import { dataOf } from '@minutebook/client'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { saveFile } from '../../ui/save-file.ts'
import { words } from '../../words/words.ts'

type Format = keyof typeof words.recap.formats

export function Downloads({ recordingId, title }: { recordingId: string; title: string }) {
  const download = useDownload(recordingId, title)
  const formats = Object.entries(words.recap.formats) as [Format, string][]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<IconDownload size={16} stroke={1.6} />}>
          {words.recap.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(([format, name]) => (
          <Menu.Item key={format} onClick={() => download.mutate(format)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Not a plain link: the request must name the person that the tab acts for, and the page shows errors. */
function useDownload(recordingId: string, title: string) {
  return useMutation({
    mutationFn: async (format: Format) => {
      const params = { path: { recording_id: recordingId }, query: { format } }
      const answer = await client.GET('/api/v1/recording/{recording_id}/transcript', { params, parseAs: 'text' })
      saveFile(`${title}.${format}`, dataOf(answer))
    },
  })
}
