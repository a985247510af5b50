/** Files, folders and archives are dropped or chosen. */
import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import { IconPackageImport } from '@tabler/icons-react'
import { useRef } from 'react'
import { words } from '../../words/words.ts'
import classes from './import.module.css'

const { import: said } = words

export function ChooseFiles({ onChoose }: { onChoose: (files: File[]) => void }) {
  const folder = useRef<HTMLInputElement>(null)
  return (
    <Dropzone
      onDrop={onChoose}
      className={classes.drop}
      // The buttons below are for keys and presses.
      activateOnKeyboard={false}
      activateOnClick={false}
      enablePointerEvents
      inputProps={{ 'aria-hidden': true }}
    >
      <Stack align="center" gap={6}>
        <IconPackageImport size={28} stroke={1.4} aria-hidden />
        <Text fw={550} ta="center">
          {said.drop}
        </Text>
        <Text size="sm" c="dimmed" ta="center" maw={520}>
          {said.kinds}
        </Text>
        <Group mt="xs" justify="center">
          <FileButton multiple onChange={(files) => files.length > 0 && onChoose(files)}>
            {(props) => <Button {...props}>{said.chooseFiles}</Button>}
          </FileButton>
          <input
            ref={folder}
            type="file"
            hidden
            aria-label={said.chooseFolder}
            // Every browser of computers has it; phones choose files.
            {...{ webkitdirectory: '' }}
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])]
              currentTarget.value = ''
              if (files.length > 0) onChoose(files)
            }}
          />
          <Button variant="default" onClick={() => folder.current?.click()}>
            {said.chooseFolder}
          </Button>
        </Group>
      </Stack>
    </Dropzone>
  )
}
