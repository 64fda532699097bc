import {
  BellRing,
  ChartColumn,
  ChevronDown,
  CircleUserRound,
  History,
  LogOut,
  type LucideIcon,
  Phone,
  Puzzle,
  RotateCw,
} from 'lucide-react'
import { navigationIcons } from '../icons.ts'

const icons: Record<string, LucideIcon> = {
  ...navigationIcons,
  account: CircleUserRound,
  bell: BellRing,
  chart: ChartColumn,
  more: ChevronDown,
  phone: Phone,
  recent: History,
  retry: RotateCw,
  signOut: LogOut,
}

/** An icon by its name in `mfe.json`. */
export const iconOf = (name: string): LucideIcon => icons[name] ?? Puzzle
