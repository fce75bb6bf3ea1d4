import { useQuery } from '@tanstack/react-query';
import { FolderTree } from '../tree/folder-tree';
import { WhoseDocuments } from '../tree/root-name';
import { TreeSide } from '../tree/tree-side';
import { formerTree } from './past-files.queries';
import { PastFolder } from './past-folder';
import type { PastFilesProps } from './past-props';
import screen from '../files.screen.module.css';

const nothing = () => {};

/** The documents of a client as they were: they are looked at, and restored. */
export const PastFiles = (props: PastFilesProps) => {
  const { user, clientId, folderId, then, onOpen } = props;
  const { data } = useQuery(formerTree(clientId, then));
  return (
    <WhoseDocuments user={user} clientId={clientId}>
      <div className={screen.screen}>
        <TreeSide>
          <FolderTree tree={data?.tree ?? []} folderId={folderId} onOpen={onOpen} onMove={nothing} onFiles={nothing} />
        </TreeSide>
        <PastFolder key={folderId} {...props} />
      </div>
    </WhoseDocuments>
  );
};
