-- The second factor of the staff becomes everybody's. An instance of the previous version goes on under the old names, which are views
-- until a later migration drops them.
alter table staff_second_factors rename to second_factors;
alter table staff_recovery_codes rename to recovery_codes;
create view staff_second_factors as select * from second_factors;
create view staff_recovery_codes as select * from recovery_codes;

-- Which code the user has shown besides; null without one.
alter table sessions add column second_factor text check (second_factor in ('app', 'recovery'));
