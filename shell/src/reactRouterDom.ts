// the router's modules that this product shares; a shared module is not tree-shaken, so the list is short

export {
  createBrowserRouter,
  isRouteErrorResponse,
  Link,
  matchPath,
  NavLink,
  Outlet,
  redirect,
  ScrollRestoration,
  useBlocker,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router'
export { RouterProvider } from 'react-router/dom'
