/** Changes since the person's previous visit. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type News as Changed, newsQuery } from '../../api/news.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useLastVisit } from '../../api/use-last-visit.ts'
import { shortTime } from '../../ui/format.ts'
import rows from '../../ui/rows.module.css'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import classes from './home.module.css'
import { Part } from './part.tsx'

const { home: said } = words

export function News() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const since = useLastVisit(session.user.id)
  const { data: news = [] } = useQuery(newsQuery(since))
  if (since === null || news.length === 0) return null
  return (
    <Part title={said.news}>
      <ul className={rows.list}>
        {news.map((each) => (
          <li key={each.kind + each.id} className={classes.row}>
            <Where news={each} />
            <span className={classes.dim}>
              {said.kinds[each.kind]} · <Time at={each.at} as={shortTime} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Where({ news: { kind, id, title } }: { news: Changed }) {
  return kind === 'note' ? (
    <Link to="/note/$noteId" params={{ noteId: id }} className={rows.title} dir="auto" data-row>
      {title}
    </Link>
  ) : (
    <Link to="/recap/$recordingId" params={{ recordingId: id }} search={{}} className={rows.title} dir="auto" data-row>
      {title}
    </Link>
  )
}
