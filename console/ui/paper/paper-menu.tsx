/** A meeting on paper, as a PDF and as a Word file, from a menu. */
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { words } from '../../words/words.ts'
import { noticeFailed } from '../notices.ts'
import type { Paper } from './paper.ts'
import { saveDocx } from './save-docx.ts'
import { Sheet } from './sheet.tsx'

const large = { variant: 'default', size: 'sm' }
const small = { variant: 'subtle', size: 'compact-sm' }

/** `children`: more of the menu. `isSmall`: beside the heading of a part. */
type Props = { read: () => Paper; children?: ReactNode; isSmall?: boolean }

export function PaperMenu({ read, children, isSmall = false }: Props) {
  const word = useMutation({ mutationFn: () => saveDocx(read()), onError: noticeFailed })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            {...(isSmall ? small : large)}
            leftSection={<IconDownload size={16} stroke={1.6} />}
            loading={word.isPending}
          >
            {words.paper.menu}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => window.print()}>{words.paper.print}</Menu.Item>
          <Menu.Item onClick={() => word.mutate()}>{words.paper.docx}</Menu.Item>
          {children}
        </Menu.Dropdown>
      </Menu>
      <Sheet read={read} />
    </>
  )
}
