/**
 * In a browser, beside Swagger UI: a link back to the console, the system's theme, and the list of all operations and
 * events with a search. Swagger UI draws only the part of a long list that is seen, so that neither it nor the browser's
 * own search could find the rest.
 */
const dark = matchMedia('(prefers-color-scheme: dark)')
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
followTheme()
dark.addEventListener('change', followTheme)

const make = (name, fields = {}, children = []) => {
  const element = Object.assign(document.createElement(name), fields)
  element.append(...children)
  return element
}

/** What Swagger UI calls the part of events. */
const eventsTag = 'webhooks'

/** Every operation and event, in the document's order of tags. */
function entriesOf({ tags, paths, webhooks = {} }) {
  const known = (of, tagOf) =>
    Object.entries(of).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation, tag: tagOf(operation) })),
    )
  const operations = known(paths, ({ tags }) => tags[0])
  return [
    ...tags.flatMap(({ name }) => operations.filter(({ tag }) => tag === name)),
    ...known(webhooks, () => eventsTag),
  ]
}

function linkTo({ path, method, operation, tag }, open) {
  const isEvent = tag === eventsTag
  const href = `#/${encodeURIComponent(tag)}/${encodeURIComponent(operation.operationId)}`
  const kind = isEvent ? 'event' : method
  const link = make('a', { href, title: isEvent ? operation.summary : path }, [
    make('b', { className: kind, textContent: kind }),
    operation.summary,
  ])
  link.addEventListener('click', (event) => {
    event.preventDefault()
    open(['operations', tag, operation.operationId])
  })
  const heading = `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase()
  return { tag, item: make('li', {}, [link]), heading, whole: JSON.stringify(operation).toLowerCase() }
}

/** Shows what has all words in its name or path, else what has them anywhere in its documentation. */
function search(links, groups, result, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const having = (field) => links.filter((link) => words.every((word) => link[field].includes(word)))
  const named = having('heading')
  const found = new Set(named.length > 0 ? named : having('whole'))
  for (const link of links) link.item.hidden = !found.has(link)
  for (const [tag, group] of groups) group.hidden = !links.some((link) => link.tag === tag && !link.item.hidden)
  result.textContent = words.length === 0 ? '' : found.size === 0 ? 'Nothing has these words.' : `${found.size} found`
}

/** @param openApi  the document  @param open  shows one of its operations */
function contents(openApi, open) {
  const links = entriesOf(openApi).map((entry) => linkTo(entry, open))
  const groups = new Map()
  for (const { tag, item } of links) {
    if (!groups.has(tag)) groups.set(tag, make('section', {}, [make('h2', { textContent: tag }), make('ul')]))
    groups.get(tag).lastChild.append(item)
  }
  const input = make('input', { type: 'search', placeholder: 'Search operations', ariaLabel: 'Search operations' })
  const result = make('p', { ariaLive: 'polite' })
  const list = make('nav', { className: 'contents', ariaLabel: 'Operations' }, [
    make('a', { href: '/', className: 'back', textContent: '← Minutebook' }),
    input,
    result,
    ...groups.values(),
  ])
  input.addEventListener('input', () => search(links, groups, result, input.value))
  return list
}

/** A plugin of Swagger UI. */
globalThis.reference = ({ layoutActions, specSelectors }) => {
  function open(operation) {
    layoutActions.show(operation.with(0, 'operations-tag').slice(0, 2), true)
    layoutActions.show(operation, true)
    layoutActions.scrollTo(operation)
    layoutActions.scrollToVirtualizedOperation(operation)
  }
  const whenLoaded = (update) => (spec) => {
    update(spec)
    document.querySelector('.contents')?.remove()
    document.body.prepend(contents(specSelectors.specJson().toJS(), open))
  }
  return { statePlugins: { spec: { wrapActions: { updateJsonSpec: whenLoaded } } } }
}
