import { useQuery } from '@tanstack/react-query';
import { filesApi, type File } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { reading } from '../../../platform/queries';
import { Happened } from './happened';
import classes from './history.module.css';

/** Of the last things that happened, so many are shown beside the document. */
const SHOWN = 20;

/** What happened to the file, newest first: read anew when the file has changed. */
export const History = ({ file }: { readonly file: File }) => {
  const sentence = useSentence();
  const { modified_at, process_state, accounting_status, notes_count } = file;
  const asked = { params: { id: file.id }, query: { limit: SHOWN } };
  const { data, error } = useQuery(
    reading(filesApi.history, asked, [modified_at, process_state, accounting_status, notes_count]),
  );
  if (error) return <p className={classes.none}>{sentence(error)}</p>;
  return <Happened events={data?.events ?? []} />;
};
