import {
  BellRing,
  ChartColumn,
  ChevronDown,
  CircleUserRound,
  FileText,
  History,
  ListChecks,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Phone,
  Puzzle,
  RotateCw,
  Settings,
  Sun,
} from 'lucide-react'
import { navigationIcons } from '../icons.ts'

const icons: Record<string, LucideIcon> = {
  ...navigationIcons,
  account: CircleUserRound,
  bell: BellRing,
  chart: ChartColumn,
  checklist: ListChecks,
  dark: Moon,
  light: Sun,
  more: ChevronDown,
  phone: Phone,
  quote: FileText,
  recent: History,
  retry: RotateCw,
  settings: Settings,
  signOut: LogOut,
  system: Monitor,
}

/** An icon by its name in `mfe.json`. */
export const iconOf = (name: string): LucideIcon => icons[name] ?? Puzzle
