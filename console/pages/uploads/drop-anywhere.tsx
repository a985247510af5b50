/** Takes files that are dropped anywhere in the window, which says so while they are dragged over it. */
import { Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { words } from '../../words/words.ts'
import classes from './uploads.module.css'

export function DropAnywhere({ onDrop }: { onDrop: (files: File[]) => void }) {
  return (
    <Dropzone.FullScreen
      onDrop={onDrop}
      activateOnKeyboard={false}
      // In the page's own landmark.
      withinPortal={false}
      inputProps={{ 'aria-hidden': true }}
      classNames={{ inner: classes.anywhere }}
    >
      <Text fw={600} size="lg">
        {words.uploads.dropNow}
      </Text>
    </Dropzone.FullScreen>
  )
}
