-- In which rooms somebody was: asked for each list of archives, by exports and by the staff's page of a person.
create index classroom_users_of_person on classroom_users (user_id, classroom_id);
