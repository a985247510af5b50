/** The transcript as a file, in each format of the API. */
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { words } from '../../words/words.ts'

type Format = keyof typeof words.recap.formats

export function Downloads({ recordingId, title }: { recordingId: string; title: string }) {
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
          <Menu.Item
            key={format}
            component="a"
            href={`/api/v1/recording/${encodeURIComponent(recordingId)}/transcript?format=${format}`}
            download={`${title}.${format}`}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
