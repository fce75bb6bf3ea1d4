import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '../../../ui/screens';

/** An address that is none. */
export const Route = createFileRoute('/_app/$')({ component: NotFound });
