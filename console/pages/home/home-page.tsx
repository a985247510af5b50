/** Where one begins: what comes next, what was, what is to be done. */
import { Title } from '@mantine/core'
import layout from '../../ui/layout.module.css'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'

export function HomePage() {
  usePageTitle(words.nav.home)
  return (
    <div className={layout.content} style={{ maxWidth: 1080 }}>
      <Title order={1}>{words.nav.home}</Title>
    </div>
  )
}
