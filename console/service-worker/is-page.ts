import { paths } from '../paths.ts'

const pages = Object.values(paths).map((path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`))

export const isPage = (pathname: string): boolean => pages.some((page) => page.test(pathname))
