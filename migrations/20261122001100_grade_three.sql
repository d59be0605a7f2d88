-- Files of judgments go up to 3; a set that has one is judged on from 0 to 3.
ALTER TABLE judgments DROP CONSTRAINT judgments_grade_known;
ALTER TABLE judgments ADD CONSTRAINT judgments_grade_known CHECK (grade BETWEEN 0 AND 3);
